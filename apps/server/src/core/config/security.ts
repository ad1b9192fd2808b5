import { Type } from 'typebox';

/** Settings of account security. */
export const securitySettings = {
  PASSKEY_RP_ID: Type.Optional(
    Type.String({
      pattern: '^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$',
      maxLength: 253,
      description:
        "host name that passkeys are bound to, for good; without it, that of the member app's page. Set it where a proxy hides the host",
    }),
  ),
  AUDIT_KEY: Type.Optional(
    Type.String({
      pattern: '^[0-9a-f]{64}$',
      description:
        'seals the audit log, 64 hexadecimal digits, the same for all servers of a database; without it the key is in the data folder, or with DATABASE_URL in the database',
    }),
  ),
  LOG_ORIGIN: Type.Optional(
    Type.String({
      pattern: '^[a-z0-9][a-z0-9.:-]*(/[A-Za-z0-9._-]+)+$',
      maxLength: 200,
      description:
        'name of the public log, as example.org/log, for good; without it, the host of the first address of the site and /log',
    }),
  ),
  LOG_TOGETHER_SECONDS: Type.Integer({
    default: 30,
    minimum: 0,
    maximum: 45,
    description:
      'how long facts of members and operators wait before they go into the public log together, so that no one sees when they happened',
  }),
  LOG_WITNESSES: Type.String({
    default: '',
    maxLength: 4_000,
    description:
      'witnesses of the public log: the verifier key and the address of each, as `KEY URL, KEY URL`',
  }),
  LOG_WITNESSES_NEEDED: Type.Integer({
    default: 0,
    minimum: 0,
    maximum: 20,
    description: 'number of witnesses that must cosign before a checkpoint counts; 0 for none',
  }),
  LOG_KEY: Type.Optional(
    Type.String({
      pattern: '^[0-9a-f]{64}$',
      description:
        'seed of the Ed25519 key that signs receipts and the log, 64 hexadecimal digits, the same for all servers of a database; without it the key is in the data folder, or with DATABASE_URL in the database',
    }),
  ),
  LOG_KEY_OLD: Type.Optional(
    Type.String({
      pattern: '^[0-9a-f]{64}$',
      description:
        'what LOG_KEY was before, while the log goes over to another key (npm run log -- rotate); not needed after that',
    }),
  ),
  LOG_SIGNER: Type.Optional(
    Type.String({
      pattern: '^(https?://|unix:/)\\S+$',
      description:
        'address of a program or machine that holds the key of the log instead: https://…, http://… or unix:/path of a socket',
    }),
  ),
  LOG_SIGNER_OLD: Type.Optional(
    Type.String({
      pattern: '^(https?://|unix:/)\\S+$',
      description: 'what LOG_SIGNER was before, while the log goes over to another key',
    }),
  ),
  LOG_NONCE_KEY: Type.Optional(
    Type.String({
      pattern: '^[0-9a-f]{64}$',
      description:
        'blinds what belongs to members in the log, 64 hexadecimal digits, the same for all servers of a database, for good; without it it is kept as LOG_KEY is',
    }),
  ),
  OFFICE_FACTOR_NEEDED: Type.Boolean({
    default: false,
    description:
      'operators without a second factor may do nothing but set one up; real mode always requires this',
  }),
  OPERATOR_WAIT_HOURS: Type.Integer({
    minimum: 0,
    maximum: 720,
    default: 24,
    description:
      'hours in which an operator decides nothing who is new, enabled again, or has a new role, a new password or lost the second factor; 0 only with play money',
  }),
  OFFICE_DEMO: Type.Boolean({
    default: true,
    description:
      'play mode makes operators to try the office with; without, the start tells a link that makes the first owner',
  }),
};

/** Problems of the wait of operators where real money is played, and of two keys for the log. */
export const securityProblems = (given: {
  MODE: string;
  OPERATOR_WAIT_HOURS: number;
  LOG_KEY?: string;
  LOG_SIGNER?: string;
}): string[] => [
  ...(given.MODE === 'real' && given.OPERATOR_WAIT_HOURS === 0
    ? ['OPERATOR_WAIT_HOURS 0 is for play money: with MODE=real a new operator has to wait']
    : []),
  ...(given.LOG_KEY !== undefined && given.LOG_SIGNER !== undefined
    ? [
        'LOG_KEY and LOG_SIGNER are two keys of the log: to go over from one to the other, set the old one as LOG_KEY_OLD or LOG_SIGNER_OLD',
      ]
    : []),
];
