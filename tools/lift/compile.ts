import asc from 'assemblyscript/asc';

/**
 * Options of AssemblyScript's compiler: no runtime, no checks, and one imported memory. `--use abort=` leaves out the import of a
 * function that would report failures. A kernel has no variables in memory, so it needs no stack. Memory may have up to 65536 pages.
 */
const OPTIONS =
  '-O3 --noAssert --runtime stub --importMemory --sharedMemory --initialMemory 1 --maximumMemory 65536 --stackSize 0 --use abort= --enable simd,threads'.split(
    ' ',
  );

/** Names of the import `env.memory` in a module, each with its length before it, then the kind of import: 2 is a memory. */
const MEMORY_IMPORT = Buffer.from('\x03env\x06memory\x02', 'latin1');
/** Limits of a memory that is shared and has a maximum. Without sharing it is 1. Source: WebAssembly, threads proposal, `limits`. */
const SHARED_WITH_MAXIMUM = 3;

export interface Binary {
  readonly bytes: Uint8Array;
  /** Index of the byte that says whether the imported memory is shared: 3 if so, else 1. */
  readonly memoryFlag: number;
}

/** Compiles AssemblyScript to WebAssembly. @throws Error with the compiler's messages */
export async function compile(text: string, name: string): Promise<Binary> {
  let bytes: Uint8Array | undefined;
  const { error, stderr } = await asc.main(['kernel.ts', '-o', 'kernel.wasm', ...OPTIONS], {
    readFile: (path) => (path === 'kernel.ts' ? text : null),
    writeFile: (path, contents) => {
      if (path.endsWith('.wasm')) bytes = contents as Uint8Array;
    },
    listFiles: () => [],
  });
  if (error || !bytes)
    throw new Error(`AssemblyScript can't compile the kernel ${name}: ${stderr.toString() || error}`);
  const memoryFlag = Buffer.from(bytes).indexOf(MEMORY_IMPORT) + MEMORY_IMPORT.length;
  if (bytes[memoryFlag] !== SHARED_WITH_MAXIMUM)
    throw new Error(`the kernel ${name} imports no shared memory; expected the import env.memory`);
  return { bytes, memoryFlag };
}
