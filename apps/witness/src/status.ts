import { formatVerifierKey } from '@touchline/verify/keys';
import type { VerifierKey } from '@touchline/verify/keys';
import { parseCheckpoint } from '@touchline/verify/checkpoint';
import { parseNote } from '@touchline/verify/note';
import type { EvidenceFolder } from './evidence.ts';
import type { Suspicion } from './judge.ts';
import type { WitnessState } from './state.ts';
import type { CosignAnswer } from './witness.ts';

/** What a witness tells about itself. */
export type Status = {
  count: (answer: CosignAnswer) => void;
  /** For people. */
  page: () => string;
  /** In the text format of Prometheus. */
  metrics: () => string;
};

/** Refusals that prove nothing alone. */
const DOUBTS = ['not-consistent', 'smaller'] as const satisfies readonly Suspicion[];

/** Makes the status of a witness; answers are counted from its start on. */
export function createStatus(parts: {
  key: VerifierKey;
  origins: readonly string[];
  state: WitnessState;
  evidence: EvidenceFolder;
}): Status {
  const { key, origins, state, evidence } = parts;
  const answers = new Map<string, { origin: string; outcome: string; count: number }>();
  const logs = () =>
    origins.map((origin) => {
      const latest = state.latest(origin);
      return {
        origin,
        size: latest === undefined ? 0 : parseCheckpoint(parseNote(latest.note).text).size,
        time: latest?.time ?? 0,
        forks: evidence.count(origin, 'two-roots'),
        doubts: DOUBTS.map((suspicion) => ({ suspicion, count: evidence.count(origin, suspicion) })),
      };
    });
  return {
    count({ origin = '', outcome }) {
      const counted = answers.get(`${outcome} ${origin}`) ?? { origin, outcome, count: 0 };
      counted.count++;
      answers.set(`${outcome} ${origin}`, counted);
    },
    page() {
      const lines = logs().map(({ origin, size, time, forks, doubts }) => {
        const when =
          time === 0
            ? 'never cosigned'
            : `${size} entries, cosigned at ${new Date(time * 1000).toISOString()}`;
        const open = doubts
          .filter(({ count }) => count > 0)
          .map(({ suspicion, count }) => `${suspicion} ${count}`);
        const proven = forks === 0 ? '' : `, evidence kept: two-roots ${forks}`;
        return `${origin}: ${when}${proven}${open.length === 0 ? '' : `, in doubt: ${open.join(', ')}`}`;
      });
      return `Witness ${key.name}\nKey ${formatVerifierKey(key)}\n\n${lines.join('\n')}\n`;
    },
    metrics() {
      const all = logs();
      return [
        '# HELP witness_size Entries of the log at the last cosignature.',
        '# TYPE witness_size gauge',
        ...all.map(({ origin, size }) => `witness_size{log=${label(origin)}} ${size}`),
        '# HELP witness_cosigned_seconds Time of the last cosignature, in seconds since 1970.',
        '# TYPE witness_cosigned_seconds gauge',
        ...all.map(({ origin, time }) => `witness_cosigned_seconds{log=${label(origin)}} ${time}`),
        '# HELP witness_evidence Pairs of signed trees that prove a fork of the log.',
        '# TYPE witness_evidence gauge',
        ...all.map(
          ({ origin, forks }) => `witness_evidence{log=${label(origin)},suspicion="two-roots"} ${forks}`,
        ),
        '# HELP witness_doubts Refused checkpoints of the log that prove nothing alone.',
        '# TYPE witness_doubts gauge',
        ...all.flatMap(({ origin, doubts }) =>
          doubts.map(
            ({ suspicion, count }) =>
              `witness_doubts{log=${label(origin)},suspicion=${label(suspicion)}} ${count}`,
          ),
        ),
        '# HELP witness_requests_total Requests since the start, by what became of them.',
        '# TYPE witness_requests_total counter',
        ...Array.from(
          answers.values(),
          ({ origin, outcome, count }) =>
            `witness_requests_total{log=${label(origin)},outcome=${label(outcome)}} ${count}`,
        ),
        '',
      ].join('\n');
    },
  };
}

/** A value of a label in the text format of Prometheus. */
function label(value: string): string {
  return `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`;
}
