/** Addresses as bytes on the wire, in network order. */

/** Dotted decimal; undefined unless there are exactly 4 bytes. */
export const ipv4Text = (bytes: Uint8Array): string | undefined => (bytes.length === 4 ? bytes.join('.') : undefined);

/** RFC 5952's form; undefined unless there are exactly 16 bytes. */
export const ipv6Text = (bytes: Uint8Array): string | undefined => {
  if (bytes.length !== 16) return undefined;
  const groups = Array.from({ length: 8 }, (_, at) => ((bytes[2 * at] ?? 0) << 8) | (bytes[2 * at + 1] ?? 0));
  const zeros = longestZeros(groups);
  const hex = (part: number[]) => part.map((group) => group.toString(16)).join(':');
  if (zeros === undefined) return hex(groups);
  return `${hex(groups.slice(0, zeros.start))}::${hex(groups.slice(zeros.start + zeros.length))}`;
};

/** The 16 bytes that PCP has for any address: IPv4 ones are IPv4-mapped (RFC 6887 5). */
export const mappedBytes = (ipv4: string): Uint8Array => {
  const bytes = new Uint8Array(16);
  bytes.set([0xff, 0xff, ...ipv4.split('.').map(Number)], 10);
  return bytes;
};

/** The address in such 16 bytes. */
export const unmappedText = (bytes: Uint8Array): string | undefined => {
  const isMapped =
    bytes.length === 16 &&
    bytes.subarray(0, 10).every((byte) => byte === 0) &&
    bytes[10] === 0xff &&
    bytes[11] === 0xff;
  return isMapped ? ipv4Text(bytes.subarray(12)) : ipv6Text(bytes);
};

/** RFC 5952 4.2: the longest run of zero groups, the first of equals, never a single group. */
function longestZeros(groups: number[]): { start: number; length: number } | undefined {
  let best: { start: number; length: number } | undefined;
  for (let start = 0; start < groups.length; start++) {
    let length = 0;
    while (groups[start + length] === 0) length++;
    if (length > 1 && length > (best?.length ?? 1)) best = { start, length };
  }
  return best;
}
