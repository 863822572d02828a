/** The record types that IANA has a name for (registry "Resource Record (RR) TYPEs"), and those of old zone files. */
const typeNames = new Set(
  `A A6 AAAA AFSDB ALIAS AMTRELAY ANAME APL ATMA AVC CAA CDNSKEY CDS CERT CNAME CSYNC DHCID DLV DNAME DNSKEY DOA DS
  DSYNC EID EUI48 EUI64 GID GPOS HHIT HINFO HIP HTTPS IPN IPSECKEY ISDN KEY KX L32 L64 LOC LP MB MD MF MG MINFO MR MX
  NAPTR NID NIMLOC NINFO NS NSAP NSAP-PTR NSEC NSEC3 NSEC3PARAM NULL NXT OPENPGPKEY PTR PX RESINFO RKEY RP RRSIG RT SIG
  SINK SMIMEA SOA SPF SRV SSHFP SVCB TA TALINK TLSA TXT UID UINFO UNSPEC URI WALLET WKS X25 ZONEMD`.split(/\s+/),
);

/** Whether DNS has such a type, in capitals; one that has only a number is TYPE65280 (RFC 3597). */
export const isTypeName = (type: string): boolean => typeNames.has(type) || /^TYPE\d{1,5}$/.test(type);
