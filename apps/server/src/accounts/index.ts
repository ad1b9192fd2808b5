// What other modules may use of this one.
export { demoMember } from './demo.ts';
export { deviceOf, userAgentMax } from './device.ts';
export { createEndedSessions, type EndedSessions } from './ended-sessions.ts';
export { createChallenges } from './factors/passkey-challenges.ts';
export {
  checkGiven,
  checkMade,
  optionsToAsk,
  optionsToMake,
  type PasskeyRequest,
} from './factors/passkey-check.ts';
export { fromUserHandle, readAssertion } from './factors/passkey-response.ts';
export { newRecoveryCode, readOtp } from './factors/recovery-code.ts';
export { newTotpSecret, stepOfCode, totpTexts } from './factors/totp.ts';
export { newInvitationCode } from './invitation-code.ts';
export { openMembers } from './open.ts';
export { isCommonPassword } from './passwords/common-password.ts';
export {
  createPasswordHasher,
  createPasswordHashers,
  type PasswordHasher,
  type PasswordHashers,
} from './passwords/password-hash.ts';
export { openProfile } from './profile/open.ts';
export type { MemberFacts } from './profile/user.ts';
export type { MemberRow } from './queries.ts';
export { sameName } from './real-name.ts';
export { findSamePerson } from './same-person.ts';
export type { Members } from './service.ts';
export { findSessionsAt } from './session-queries.ts';
export { secretFromDatabase, secretFromFolder } from './signing-secret.ts';
export { createPasswordCheck, type PasswordCheck } from './throttle/password-check.ts';
export { countAttempt, forgiveAttempt } from './throttle/queries.ts';
export { pairRule } from './throttle/rules.ts';
export { openUploads } from './uploads/open.ts';
export type { Pictures } from './uploads/pictures.ts';
export type { Uploads } from './uploads/service.ts';
export type { Store } from './uploads/store/store.ts';
export type { IdentityRow } from './verification-queries.ts';
