import { expect, test } from 'vitest';
import { createBriefAnswers } from './brief-answers.ts';

const setUp = () => {
  let nowMs = 0;
  let asked = 0;
  const answers = createBriefAnswers<number>(100, () => nowMs);
  return {
    answers,
    at: (ms: number) => {
      nowMs = ms;
    },
    ask: (question: string) => answers.of(question, () => Promise.resolve((asked += 1))),
    asked: () => asked,
  };
};

test('an answer is good for its time, also for those who ask in the meantime', async () => {
  const { ask, at } = setUp();
  expect(await Promise.all([ask('a'), ask('a'), ask('b')])).toEqual([1, 1, 2]);
  at(99);
  expect(await ask('a')).toBe(1);
  at(100);
  expect(await ask('a')).toBe(3);
});

test('a failure is not kept, and forgetting forgets all', async () => {
  const { answers, ask } = setUp();
  await expect(answers.of('a', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect([await ask('a'), await ask('a')]).toEqual([1, 1]);
  answers.forget();
  expect(await ask('a')).toBe(2);
});

test('of very many questions the oldest is forgotten', async () => {
  const { ask, asked } = setUp();
  for (let n = 0; n <= 500; n++) await ask(`q${n}`);
  expect(asked()).toBe(501);
  await ask('q500');
  expect(asked()).toBe(501);
  await ask('q0');
  expect(asked()).toBe(502);
});
