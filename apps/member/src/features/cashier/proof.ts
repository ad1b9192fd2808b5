import { CallError } from '@touchline/client/errors';

/** Whether a call was refused for the password or code that proves more than the session. */
export const isOfProof = (error: unknown): boolean =>
  error instanceof CallError &&
  ['password_needed', 'wrong_credentials', 'locked', 'otp_needed', 'otp_wrong'].includes(error.reason);
