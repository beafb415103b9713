import { mergeConfig } from 'vite';
import commandLine from './vite.cli.config.ts';

/** The benchmarks, bundled as the command line is; what they are compared with is loaded as its authors publish it. */
export default mergeConfig(commandLine, {
  ssr: { external: ['three', 'three-mesh-bvh', 'jolt-physics'] },
  build: {
    rolldownOptions: { input: { main: 'bench/main.ts', 'allocation.worker': 'bench/memory/allocation.worker.ts' } },
  },
});
