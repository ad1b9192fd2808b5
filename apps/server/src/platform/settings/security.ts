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
  OFFICE_FACTOR_NEEDED: Type.Boolean({
    default: false,
    description:
      'operators without a second factor may do nothing but set one up; in real mode always, whatever stands here',
  }),
  OFFICE_DEMO: Type.Boolean({
    default: true,
    description:
      'play mode makes operators to try the office with; without, the start tells a link that makes the first owner',
  }),
};
