import type { NamedArrays } from '../../world/model.ts';
import type { ModelDataName } from '../../model-data.ts';
import type { Stage } from '../../program/stage.ts';
import type { FieldSource } from './tables.ts';
