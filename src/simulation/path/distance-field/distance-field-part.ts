import { fieldContacts } from '../../contacts/paths/field-contacts.ts';
import { fillField } from './fill.ts';
import { exactDistances, firstOrderDistances, secondOrderDistances } from './node-distances.ts';

/** Stages and model data that distance fields alone use. */
export const DISTANCE_FIELD = {
  stages: { fillField, fieldContacts },
  modelData: { exactDistances, firstOrderDistances, secondOrderDistances },
};
