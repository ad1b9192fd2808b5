/** How many answers are kept at most; the oldest makes room. */
const keptMax = 500;

/** Answers by their question. */
export type BriefAnswers<T> = {
  /** The answer to a question: the kept one while it is good, else that of `answer`. Questions at one time share one. */
  of: (question: string, answer: () => Promise<T>) => Promise<T>;
  /** Forgets all answers: what they rest on has changed. One that is under way is not kept. */
  forget: () => void;
};

/**
 * Keeps answers for a short time, so that equal calls share one query. A failure is not kept.
 * @param forMs how long an answer is good, milliseconds
 * @param nowMs milliseconds of a clock that only goes forward
 */
export const createBriefAnswers = <T>(
  forMs: number,
  nowMs: () => number = () => performance.now(),
): BriefAnswers<T> => {
  const kept = new Map<string, { untilMs: number; answer: Promise<T> }>();
  return {
    of: (question, answer) => {
      const known = kept.get(question);
      if (known !== undefined && known.untilMs > nowMs()) return known.answer;
      kept.delete(question);
      const asked = { untilMs: nowMs() + forMs, answer: answer() };
      kept.set(question, asked);
      asked.answer.catch(() => {
        if (kept.get(question) === asked) kept.delete(question);
      });
      const [oldest] = kept.size > keptMax ? kept.keys() : [];
      if (oldest !== undefined) kept.delete(oldest);
      return asked.answer;
    },
    forget: () => kept.clear(),
  };
};
