import { benchCluster } from '../lib/database.ts';
import { progress } from '../lib/report.ts';
import { openPeers } from './peers.ts';
import type { Costs, OpenSubject, Subject } from './subject.ts';

const rounds = 5;

/** What a part costs in its cheapest round: what else the machine does only adds to a round. */
type Figure = {
  part: string;
  micros: number;
  peer: string;
  /** Times the cheapest round of the peer. */
  multiple: number;
  /** From the cheapest round to the dearest, as a share of the cheapest. */
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
 * The cheapest of the rounds.
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
    const least = Math.min(...of(part));
    return {
      part,
      micros: round(least),
      peer,
      multiple: round(least / Math.min(...of(peer))),
      spread: round(Math.max(...of(part)) / least - 1),
    };
  });
  const names = Object.keys(costs[0] ?? {}).filter((name) => !(name in peers));
  return {
    glance,
    rounds: costs.length,
    figures,
    others: Object.fromEntries(names.map((name) => [name, round(Math.min(...of(name)))])),
  };
};
