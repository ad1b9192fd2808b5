import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';

const Text = Type.String({ maxLength: 16_384 });
const credential = {
  id: Type.String({ minLength: 1, maxLength: 1_400 }),
  rawId: Type.String({ minLength: 1, maxLength: 1_400 }),
  type: Type.Literal('public-key'),
};

const RegistrationFields = Compile(
  Type.Object({
    ...credential,
    response: Type.Object({
      clientDataJSON: Text,
      attestationObject: Text,
      transports: Type.Optional(Type.Array(Type.String({ maxLength: 20 }), { maxItems: 10 })),
    }),
  }),
);

const AssertionFields = Compile(
  Type.Object({
    ...credential,
    response: Type.Object({
      clientDataJSON: Text,
      authenticatorData: Text,
      signature: Text,
      userHandle: Type.String({ maxLength: 100 }),
    }),
  }),
);

/** A passkey the browser made; undefined for any other input. */
export const readRegistration = (value: unknown): RegistrationResponseJSON | undefined => {
  if (!RegistrationFields.Check(value)) return undefined;
  const { id, rawId, type, response } = value;
  const { clientDataJSON, attestationObject, transports = [] } = response;
  return {
    id,
    rawId,
    type,
    clientExtensionResults: {},
    response: { clientDataJSON, attestationObject, transports },
  };
};

/** The signature of a passkey and the person it names; undefined for any other input. */
export const readAssertion = (
  value: unknown,
): { response: AuthenticationResponseJSON; userHandle: string } | undefined => {
  if (!AssertionFields.Check(value)) return undefined;
  const { id, rawId, type, response } = value;
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  return {
    response: {
      id,
      rawId,
      type,
      clientExtensionResults: {},
      response: { clientDataJSON, authenticatorData, signature, userHandle },
    },
    userHandle,
  };
};

/** The user handle that authenticators keep: the 16 bytes of the id. */
export const toUserHandle = (personId: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.from(personId.replaceAll('-', ''), 'hex'));

/** The person of a user handle; undefined when it is no id. */
export const fromUserHandle = (handle: string): string | undefined => {
  const hex = Buffer.from(handle, 'base64url').toString('hex');
  const parts = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/.exec(hex);
  return parts?.slice(1).join('-');
};
