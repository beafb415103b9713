import { mergeConfig } from 'vite';
import commandLine from './vite.cli.config.ts';

/**
 * The benchmarks, bundled like the command line. The libraries that they compare with stay external, so that they run as
 * published.
 */
export default mergeConfig(commandLine, {
  ssr: { external: ['three', 'three-mesh-bvh', 'jolt-physics', '@mujoco/mujoco'] },
  build: {
    rolldownOptions: {
      input: {
        main: 'bench/main.ts',
        'traffic-table': 'bench/gpu/traffic-table.ts',
        'allocation.worker': 'bench/memory/allocation.worker.ts',
      },
    },
  },
});
