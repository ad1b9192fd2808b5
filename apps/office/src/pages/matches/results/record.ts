import type {
  OfficeEventDetail,
  OfficeResult,
  OfficeVoid,
  VoidProposal,
} from '@touchline/contract/shapes/office-trading';

/** The record of a match: a result, or a void with what it was proposed as. */
export type ResultOrVoid =
  | { kind: 'result'; key: string; at: string; result: OfficeResult }
  | {
      kind: 'void';
      key: string;
      at: string;
      proposal: VoidProposal | undefined;
      ruled: OfficeVoid | undefined;
    };

/**
 * The record of a match, what waits for a person first, then the newest first. A void that was applied is one line with its
 * proposal; rules of the house void without one.
 */
export const recordOf = ({
  results,
  voids,
  proposals,
}: Pick<OfficeEventDetail, 'results' | 'voids' | 'proposals'>): ResultOrVoid[] => {
  const proposed = new Set(proposals.map(({ ruling }) => ruling));
  const all: ResultOrVoid[] = [
    ...results.map((result) => ({
      kind: 'result' as const,
      key: `result-${result.version}`,
      at: result.proposedAt,
      result,
    })),
    ...proposals.map((proposal) => ({
      kind: 'void' as const,
      key: `void-${proposal.id}`,
      at: proposal.at,
      proposal,
      ruled:
        proposal.undoes === undefined ? voids.find(({ ruling }) => ruling === proposal.ruling) : undefined,
    })),
    ...voids
      .filter(({ ruling }) => !proposed.has(ruling))
      .map((ruled) => ({
        kind: 'void' as const,
        key: `ruling-${ruled.ruling}`,
        at: ruled.at,
        proposal: undefined,
        ruled,
      })),
  ];
  return all.toSorted(
    (a, b) => Number(isWaiting(b)) - Number(isWaiting(a)) || Date.parse(b.at) - Date.parse(a.at),
  );
};

/** Whether it waits for a decision. */
export const isWaiting = (one: ResultOrVoid): boolean =>
  (one.kind === 'result' ? one.result.state : one.proposal?.state) === 'proposed';
