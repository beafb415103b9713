import { airContacts } from './air-contacts.ts';
import { linkAir } from './link-air.ts';

/** Stages that find contacts by walking over air. */
export const AIR_CONTACTS = { stages: { linkAir, airContacts }, modelData: {} };
