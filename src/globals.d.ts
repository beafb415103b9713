/** The package's version and, where known, its commit: put in by the build. */
declare const __UNTANGLE_VERSION__: string;
