import { it } from 'vitest';
import { stuffedAir } from '../../../../src/mesh/air/stuffed-air.ts';
import { expectSoundSpace } from './sound-space.ts';
const ball = (cx: number, cy: number, cz: number, r: number, sx = 1, sy=1, sz=1) => (x: number, y: number, z: number) => Math.sqrt(((x-cx)/sx)**2+((y-cy)/sy)**2+((z-cz)/sz)**2) - r;
const tent = (() => { const f = 1.618; const dirs: number[][] = []; for (const s of [-1,1]) for (const t of [-1,1]) dirs.push([0,s,t*f],[s,t*f,0],[t*f,0,s]);
  const l = Math.sqrt(1+f*f);
  return (x: number, y: number, z: number) => { let m = Math.sqrt(x*x+y*y+z*z) - 1; for (const [a,b,c] of dirs) { const t = Math.min(1.6, Math.max(0, (a*x+b*y+c*z)/l)); m = Math.min(m, Math.sqrt((x-a*t/l)**2+(y-b*t/l)**2+(z-c*t/l)**2) - 0.22); } return m; };
})();
const musicians = [ball(0,0.3,0,0.6,1.3,1,1), ball(0.1,1.45,0.1,0.45,1.3,1,.8), ball(-.1,2.2,-.05,.25,1.2,1,1.1), ball(.05,2.8,0,.2,1,1.2,.9)];
it.each([['ball', [ball(0,0,0,1)],[1.2,1.2,1.2],0.31], ['two', [ball(0.03,-1.02,0.04,1), ball(0.2,1.12,-0.1,0.9)],[1.2,2.2,1.2],.31], ['tent', [tent],[1.9,1.9,1.9],.3],['mus',musicians,[.8,3.1,.7],.15], ['mus',musicians,[.8,3.1,.7],.12]] as any)('%s', (_name: any, d: any, r: any, h: any) => {
    const t0 = performance.now();
    const s = stuffedAir(d, { min: r.map((x: number) => -x) as any, max: r }, h);
    const t1 = performance.now();
    console.log(expectSoundSpace(s), t1-t0);
});
