import { describe } from 'vitest';
import { fallWithoutCrossing } from '../physics/sheet-laws.ts';

describe('a sheet never crosses', () => fallWithoutCrossing(1000));
