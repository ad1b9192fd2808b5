import { type VerifierKey, formatVerifierKey } from '@touchline/verify/keys';
import { parseCheckpoint } from '@touchline/verify/checkpoint';
import { parseNote } from '@touchline/verify/note';
import type { EvidenceFolder } from './evidence.ts';
import type { Suspicion } from './judge.ts';
import type { WitnessState } from './state.ts';
import type { CosignAnswer } from './witness.ts';

/** Refusals that prove nothing alone. */
const DOUBTS = ['not-consistent', 'smaller'] as const satisfies readonly Suspicion[];

/** What a witness has seen of a log. */
type LogStatus = {
  origin: string;
  size: number;
  /** Of the last cosignature, in seconds since 1970; 0 before the first. */
  time: number;
  forks: number;
  doubts: readonly { suspicion: Suspicion; count: number }[];
};

/** What a witness tells about itself; answers are counted from its start on. */
export class Status {
  readonly #key: VerifierKey;
  readonly #origins: readonly string[];
  readonly #state: WitnessState;
  readonly #evidence: EvidenceFolder;
  readonly #answers = new Map<string, { origin: string; outcome: string; count: number }>();

  constructor(of: {
    key: VerifierKey;
    origins: readonly string[];
    state: WitnessState;
    evidence: EvidenceFolder;
  }) {
    this.#key = of.key;
    this.#origins = of.origins;
    this.#state = of.state;
    this.#evidence = of.evidence;
  }

  count({ origin = '', outcome }: CosignAnswer): void {
    const counted = this.#answers.get(`${outcome} ${origin}`) ?? { origin, outcome, count: 0 };
    counted.count++;
    this.#answers.set(`${outcome} ${origin}`, counted);
  }

  /** For people. */
  page(): string {
    const lines = this.#logs().map(({ origin, size, time, forks, doubts }) => {
      const when =
        time === 0 ? 'never cosigned' : `${size} entries, cosigned at ${new Date(time * 1000).toISOString()}`;
      const open = doubts
        .filter(({ count }) => count > 0)
        .map(({ suspicion, count }) => `${suspicion} ${count}`);
      const proven = forks === 0 ? '' : `, evidence kept: two-roots ${forks}`;
      return `${origin}: ${when}${proven}${open.length === 0 ? '' : `, in doubt: ${open.join(', ')}`}`;
    });
    return `Witness ${this.#key.name}\nKey ${formatVerifierKey(this.#key)}\n\n${lines.join('\n')}\n`;
  }

  /** In the text format of Prometheus. */
  metrics(): string {
    const logs = this.#logs();
    return [
      '# HELP witness_size Entries of the log at the last cosignature.',
      '# TYPE witness_size gauge',
      ...logs.map(({ origin, size }) => `witness_size{log=${label(origin)}} ${size}`),
      '# HELP witness_cosigned_seconds Time of the last cosignature, in seconds since 1970.',
      '# TYPE witness_cosigned_seconds gauge',
      ...logs.map(({ origin, time }) => `witness_cosigned_seconds{log=${label(origin)}} ${time}`),
      '# HELP witness_evidence Pairs of signed trees that prove a fork of the log.',
      '# TYPE witness_evidence gauge',
      ...logs.map(
        ({ origin, forks }) => `witness_evidence{log=${label(origin)},suspicion="two-roots"} ${forks}`,
      ),
      '# HELP witness_doubts Refused checkpoints of the log that prove nothing alone.',
      '# TYPE witness_doubts gauge',
      ...logs.flatMap(({ origin, doubts }) =>
        doubts.map(
          ({ suspicion, count }) =>
            `witness_doubts{log=${label(origin)},suspicion=${label(suspicion)}} ${count}`,
        ),
      ),
      '# HELP witness_requests_total Requests since the start, by what became of them.',
      '# TYPE witness_requests_total counter',
      ...Array.from(
        this.#answers.values(),
        ({ origin, outcome, count }) =>
          `witness_requests_total{log=${label(origin)},outcome=${label(outcome)}} ${count}`,
      ),
      '',
    ].join('\n');
  }

  #logs(): LogStatus[] {
    return this.#origins.map((origin) => {
      const latest = this.#state.latest(origin);
      return {
        origin,
        size: latest === undefined ? 0 : parseCheckpoint(parseNote(latest.note).text).size,
        time: latest?.time ?? 0,
        forks: this.#evidence.count(origin, 'two-roots'),
        doubts: DOUBTS.map((suspicion) => ({ suspicion, count: this.#evidence.count(origin, suspicion) })),
      };
    });
  }
}

/** A value of a label in the text format of Prometheus. */
function label(value: string): string {
  return `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`;
}
