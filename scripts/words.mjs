// `npm run words`: phrases that plain technical English does without. Also what the hooks of git call.
import { readFileSync } from 'node:fs';
import { messageFaults } from './lib/plain-english.mjs';

const usage = `npm run words -- [PATH]         lists the hits below a path, with what to write instead
npm run words -- --since REV    lists the hits in files changed since a commit`;

/** Prints lines and ends with 1 where there are any. */
const end = (lines, advice = []) => {
  if (lines.length === 0) return;
  process.stderr.write(`${[...lines, ...advice].join('\n')}\n`);
  process.exitCode = 1;
};

const top = process.cwd();
const [option = '', value = ''] = process.argv.slice(2);
if (option === '--message') {
  end(messageFaults(readFileSync(value, 'utf8')), [
    'The commit message is refused (CONTRIBUTING.md, "Commits"). Code in backticks is not read.',
  ]);
} else {
  const { allHits, hitLine, hitsInChanged, hitsInStaged } = await import('./lib/phrase-hits.mjs');
  if (option === '--staged') {
    end(hitsInStaged(top).map(hitLine), ['The commit is refused: these lines are not plain English.']);
  } else if (option === '--since') {
    end(hitsInChanged(top, ['--merge-base', value]).map(hitLine));
  } else if (option.startsWith('-')) {
    end([usage]);
  } else {
    const hits = allHits(top).filter(({ path }) => path.startsWith(option));
    end(hits.map(hitLine));
  }
}
