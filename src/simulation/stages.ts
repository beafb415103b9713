import { SELF_CULLING } from './contacts/ccd/self-culling-part.ts';
import { AIR_CONTACTS } from './contacts/air/air-contacts-part.ts';
import { IMPROVE_AIR } from './constraints/air/improve-air-part.ts';
import { FIRST_STAGES } from './first-stages.ts';
import { IMPLICIT_EULER } from './integrators/implicit-euler/implicit-euler-part.ts';
import { RARE_CONSTRAINTS } from './constraints/rare-constraints-part.ts';
import { PLANAR_OVERLAP } from './diagnostics/planar-overlap-part.ts';
import { DISTANCE_FIELD } from './path/distance-field/distance-field-part.ts';

/** All CPU stages by name. */
export const STAGES = {
  ...FIRST_STAGES,
  ...IMPLICIT_EULER.stages,
  ...SELF_CULLING.stages,
  ...DISTANCE_FIELD.stages,
  ...IMPROVE_AIR.stages,
  ...AIR_CONTACTS.stages,
  ...RARE_CONSTRAINTS.stages,
  ...PLANAR_OVERLAP.stages,
};

export type StageName = keyof typeof STAGES;
