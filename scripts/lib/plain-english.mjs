// Plain JavaScript without dependencies: the hooks of git run this on the Node of the machine.

/** Sources of the patterns: a space stands for one blank or line break. */
const habits = [
  ['beside', 'beside', 'next to, with, in addition to, apart from'],
  ['nobody, somebody', '(?:no|some)body', 'the actor: no process, no member, an operator'],
  ['moment', 'moments?', 'time, point, state'],
  ['is said', '(?:is|are|was|were|be|been|being) said', 'states, names, reports'],
  ['says what', '(?:say|says|said|saying) (?:what|whom?|whose|how)', 'states, lists, returns, logs'],
  ['says yes', '(?:say|says|said|saying) (?:yes|no(?! \\w))|second yes', 'approves, rejects, confirms'],
  [
    'goes on',
    '(?:go|goes|going|gone|went) on(?! (?:an?|the|its|their|each|every|both|hold|sale|top|one|this|that)\\b)',
    'continues',
  ],
  [
    'comes to',
    '(?:come|comes|came|coming) to(?! (?:an?|the|another|each|every|him|her|them|this|that|mind|light)\\b)',
    'amounts to, is, the total, the result',
  ],
  ['by itself', 'by (?:it|him|her)self|by themselves', 'automatically, alone'],
  ['meanwhile', 'meanwhile', 'in the meantime, or the event: since it was read'],
  ['on record', 'on record', 'recorded, stored'],
  ['so many', "so many(?! (?:[\\w’'-]+ ){0,8}that\\b)", 'N, a number, a limit'],
  ['so long', '(?<!, )so long(?! (?:as|that)\\b)', 'a time, a limit, a timeout'],
  ['nothing of', 'nothing of', 'none of, no part of'],
  ['is told', 'told(?! (?:apart|from)\\b)', 'notified, sent, given, informed'],
  ['beneath', 'beneath', 'below, under'],
  ['once more', 'once more', 'again'],
  [
    'what became of',
    'what (?:became|becomes?|came|comes|ha[sd] become|ha[sd] come) of',
    'the result, the outcome, the state',
  ],
  ['spoilt', 'spoil(?:s|t|ed|ing)?', 'corrupted, tampered, damaged'],
  ['stands', '(?:stands|stood)(?! for\\b)', 'is, remains'],
  ['reckon', 'reckon(?:s|ed|ing)?', 'compute, calculate'],
  ['nought', 'nought', 'zero'],
  ['anew', 'anew', 'again'],
  ['for ever', 'for ever', 'forever, always, permanently'],
  ['the own', 'the own', 'its own, their own, your own'],
  [
    'at the most',
    'at the (?:most|least)(?! (?:common|expensive|general|important|likely|popular|recent|specific)\\b)',
    'at most, at least',
  ],
  ['whose it is', 'whose (?:it|they|he|she|this|that|these|those) (?:is|are|was|were)', 'the owner'],
  ['whoever', 'whom?ever', 'the process that, anyone who'],
  ['whatever', 'whatever', 'any, every, each'],
  ['mend', 'mend(?:s|ed|ing)?', 'fix, repair'],
].map(([name, source, instead]) => ({
  name,
  instead,
  pattern: `(?<![\\w-])(?:${source.replaceAll(' ', '[ \\n]')})(?![\\w-])`,
}));

const each = habits.map(({ name, instead, pattern }) => ({
  name,
  instead,
  pattern: new RegExp(pattern, 'gi'),
}));
const any = new RegExp(habits.map(({ pattern }) => pattern).join('|'), 'i');

/** Names of all phrases. */
export const phraseNames = habits.map(({ name }) => name);

/** Whether a text has one of the phrases. */
export const hasPhrase = (text) => any.test(text);

/**
 * Finds the phrases that plain technical English does without.
 * @param text prose without code
 * @returns where each begins and ends, the name of the phrase and what to write instead
 */
export const findPhrases = (text) =>
  hasPhrase(text)
    ? each
        .flatMap(({ name, instead, pattern }) =>
          [...text.matchAll(pattern)].map(({ index, 0: found }) => ({
            name,
            instead,
            start: index,
            end: index + found.length,
          })),
        )
        .toSorted((a, b) => a.start - b.start)
    : [];

/** Blanks code in backticks and addresses out, which are no prose. Line breaks and length stay. */
export const withoutCode = (text) =>
  text
    .replaceAll(/(`+)[^`](?:(?!\n\n)[^`])*\1/g, (code) => code.replaceAll(/[^\n]/g, '·'))
    .replaceAll(/\b[a-z]+:\/\/[^\s)>]+/g, (address) => '·'.repeat(address.length));

const longest = 72;
const notVerbs =
  /^(?:The|An?|One|Two|What|Which|Who|Whom|Whose|How|Why|When|Where|Every|Each|All|Of|From|In|On|No|Only)$/i;
const participles =
  /^(?!Need$|Feed$|Seed$|Speed$|Embed$|Shed$|Proceed$|Exceed$|Succeed$|Bring$|Ring$|Ping$|String$)\w+(?:ed|ing)$/i;
const thirdPersons =
  /^(?:Adds|Allows|Changes|Checks|Drops|Fixes|Gives|Keeps|Lets|Makes|Moves|Puts|Removes|Renames|Shows|Takes|Updates|Uses)$/i;

const subjectFaults = (subject) => {
  if (/^(?:Merge |Revert |fixup! |squash! |amend! )/.test(subject)) return [];
  const [first] = subject.split(' ');
  const faults = [];
  if (subject.length > longest)
    faults.push(`the subject has ${subject.length} characters, at most ${longest}`);
  if (subject.endsWith('.')) faults.push('the subject ends with a full stop');
  if (subject.includes(';')) faults.push('the subject has a semicolon: one change is one commit');
  if (first.endsWith(':') || [notVerbs, participles, thirdPersons].some((words) => words.test(first)))
    faults.push(`the subject starts with "${first}": start with a verb in the imperative, as "Add" or "Fix"`);
  return faults;
};

/**
 * Checks a commit message.
 * @param message as the file that git gives to the hook, with comments
 * @returns what is wrong with it, a sentence each
 */
export const messageFaults = (message) => {
  const text = message
    .split(/^# -+ >8 -+$/m)[0]
    .split('\n')
    .filter((line) => !line.startsWith('#') && !/^[A-Z][\w-]+-by: /.test(line))
    .join('\n')
    .trim();
  if (text === '') return [];
  const prose = withoutCode(text);
  return [
    ...subjectFaults(text.split('\n')[0]),
    ...findPhrases(prose).map(
      ({ start, end, instead }) => `"${text.slice(start, end).replace('\n', ' ')}": write ${instead}`,
    ),
  ];
};
