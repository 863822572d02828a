/** The version of this program; a test keeps it equal to package.json's. */
export const version = '0.1.0';
export const userAgent = `hostpin/${version}`;
