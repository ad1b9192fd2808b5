import { benchCluster } from '../lib/database.ts';
import { median, progress } from '../lib/report.ts';
import { openPeers } from './peers.ts';
import type { Costs, OpenSubject, Subject } from './subject.ts';

const rounds = 5;

/** What a part costs, by medians of the rounds. */
type Figure = {
  part: string;
  micros: number;
  peer: string;
  /** Times the peer, each round for itself. */
  multiple: number;
  /** From the lowest multiple of a round to the highest, as a share of the median. */
  spread: number;
};

export type Glance = {
  glance: string;
  rounds: number;
  figures: Figure[];
  /** What else was measured, in microseconds: the peers, and parts of a figure. */
  others: Costs;
};

/** Measures a subject and the peers in turns. */
export const measure = async (name: string, open: OpenSubject): Promise<Glance> => {
  const cluster = await benchCluster();
  const opened: Pick<Subject, 'close'>[] = [];
  try {
    progress('preparing');
    const peers = await openPeers(cluster);
    opened.push(peers);
    const subject = await open(cluster);
    opened.push(subject);
    await peers.turn();
    const costs: Costs[] = [];
    for (let round = 1; round <= rounds; round++) {
      costs.push({ ...(await peers.turn()), ...(await subject.turn()) });
      progress(`round ${round} of ${rounds}`);
    }
    return summarise(name, subject.peers, costs);
  } finally {
    for (const one of opened.toReversed()) await one.close();
    await cluster.stop();
  }
};

/**
 * Medians of the rounds.
 * @param peers the peer of each part
 * @param costs of each round
 */
export const summarise = (
  glance: string,
  peers: Readonly<Record<string, string>>,
  costs: readonly Costs[],
): Glance => {
  const of = (name: string): number[] => costs.map((round) => round[name] ?? Number.NaN);
  const round = (value: number): number => Number(value.toPrecision(4));
  const figures = Object.entries(peers).map(([part, peer]): Figure => {
    const peerCosts = of(peer);
    const multiples = of(part).map((micros, n) => micros / (peerCosts[n] ?? Number.NaN));
    const multiple = median(multiples);
    return {
      part,
      micros: round(median(of(part))),
      peer,
      multiple: round(multiple),
      spread: round((Math.max(...multiples) - Math.min(...multiples)) / multiple),
    };
  });
  const names = Object.keys(costs[0] ?? {}).filter((name) => !(name in peers));
  return {
    glance,
    rounds: costs.length,
    figures,
    others: Object.fromEntries(names.map((name) => [name, round(median(of(name)))])),
  };
};
