import { asFields, asText } from '@touchline/client/values';
import { createStore } from '@touchline/kit/store';

/** Something whose automatic check has failed: of whom, and what. */
export type ProofAlarm = { member: string; kind: string; id: string };

const parseAlarm = (stored: unknown): ProofAlarm | undefined => {
  const fields = asFields(stored);
  const [member, kind, id] = [asText(fields.member), asText(fields.kind), asText(fields.id)];
  return member === undefined || kind === undefined || id === undefined ? undefined : { member, kind, id };
};

/** The first fault that is still there; it outlives the page, until a check passes or the member puts it away. */
export const alarmStore = createStore<ProofAlarm | undefined>({ key: 'proof-alarm', parse: parseAlarm });
