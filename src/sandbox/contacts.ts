/** Specification, Enumerations: Verification status. */
export const verificationStatuses = ['verified', 'notapplicable', 'inprocess', 'failed'] as const;
export type VerificationStatus = (typeof verificationStatuses)[number];

/** Specification, Contact. */
export type Contact = {
  contactID: string;
  contactType: 'individual' | 'organization';
  firstName: string;
  lastName: string;
  orgName: string;
  orgType: string;
  identNumber: string;
  email: string;
  phone: string;
  fax: string;
  address: string;
  postalCode: string;
  city: string;
  state: string;
  country: string;
  verificationstatus: VerificationStatus;
  daaccepted: boolean;
  /** Milliseconds since the epoch: when the verification began. */
  since: number;
};

/** The contact that owns the domains of the start. */
export const firstContact = (now: number): Contact => ({
  contactID: 'SBX-100001',
  contactType: 'individual',
  firstName: 'Demo',
  lastName: 'Owner',
  orgName: '',
  orgType: '',
  identNumber: '00000000T',
  email: 'owner@example.com',
  phone: '+34.900000000',
  fax: '',
  address: 'Example Street 1',
  postalCode: '07500',
  city: 'Manacor',
  state: 'Balears (Illes)',
  country: 'ES',
  verificationstatus: 'verified',
  daaccepted: true,
  since: now,
});

/** How an organization or person is called. */
export const contactName = ({ contactType, orgName, firstName, lastName }: Contact): string =>
  contactType === 'organization' ? orgName : `${firstName} ${lastName}`;
