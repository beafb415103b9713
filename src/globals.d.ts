/** Version of the package, followed by its commit if that is known. The build defines this constant. */
declare const __UNTANGLE_VERSION__: string;
