import { balloon } from './balloon.ts';
import { armpit } from './armpit.ts';
import { ballsBowl } from './balls-bowl.ts';
import { boxesRope } from './boxes-rope.ts';
import { clothOctopus } from './cloth-octopus.ts';
import { collidingBalls } from './colliding-balls.ts';
import { culling } from './culling.ts';
import { entangledOctopi } from './entangled-octopi.ts';
import { flattenedBall } from './flattened-ball.ts';
import { funnel } from './funnel.ts';
import { layeredSkirt } from './layered-skirt.ts';
import { longNoodle } from './long-noodle.ts';
import { massSpring } from './mass-spring.ts';
import { musicians } from './musicians.ts';
import { nestedKnots } from './nested-knots.ts';
import { octopi6 } from './octopi-6.ts';
import { octopi8 } from './octopi-8.ts';
import { octopiPile } from './octopi-pile.ts';
import { restShapeSlide } from './rest-shape-slide.ts';
import { shapesRope } from './shapes-rope.ts';
import { stackedBoxes } from './stacked-boxes.ts';
import { skirt } from './skirt.ts';
import { snakeApple } from './snake-apple.ts';
import { snakeCoils } from './snake-coils.ts';
import type { Scene } from './scene.ts';
import { tangledBall } from './tangled-ball.ts';
import { tangledNoodle } from './tangled-noodle.ts';
import { tShirtScene } from './t-shirt.ts';
import { turningBox } from './turning-box.ts';
import { twistedBeam } from './twisted-beam.ts';
import { twistedBeamRestPose } from './twisted-beam-rest-pose.ts';
import { twistedRods } from './twisted-rods.ts';

/** All scenes, in the order in which lists and the gallery show them. */
export const SCENES: readonly Scene[] = [
  octopi8,
  octopi6,
  nestedKnots,
  octopiPile,
  longNoodle,
  restShapeSlide,
  tangledNoodle,
  tangledBall,
  twistedBeam,
  twistedBeamRestPose,
  twistedRods,
  flattenedBall,
  ballsBowl,
  collidingBalls,
  culling,
  balloon,
  massSpring,
  snakeCoils,
  snakeApple,
  clothOctopus,
  skirt,
  funnel,
  tShirtScene,
  boxesRope,
  shapesRope,
  musicians,
  stackedBoxes,
  layeredSkirt,
  armpit,
  turningBox,
  entangledOctopi,
];

export const sceneByName = (name: string): Scene | undefined => SCENES.find((scene) => scene.name === name);
