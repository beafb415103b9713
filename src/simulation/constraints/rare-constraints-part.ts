import { goOn, wait } from '../contacts/guarantee/moving-planes.ts';
import { air } from './air/project-air.ts';
import { countInvertedAir } from './air/count-inverted-air.ts';
import { cloth, clothByBody } from './cloth/cloth.ts';
import { flatten } from './flatten/flatten.ts';
import { neoHookeanXpbd, neoHookeanXpbdByBody } from './neo-hookean-xpbd/neo-hookean-xpbd.ts';
import { clearGases, gas } from './pressure/gas.ts';
import { springs, springsByBody } from './springs/springs.ts';

/** Stages of the constraints that few scenes have, and of planes that move. */
export const RARE_CONSTRAINTS = {
  stages: {
    springs,
    springsByBody,
    cloth,
    clothByBody,
    neoHookeanXpbd,
    neoHookeanXpbdByBody,
    clearGases,
    gas,
    air,
    countInvertedAir,
    flatten,
    goOn,
    wait,
  },
  modelData: {},
};
