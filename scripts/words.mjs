// `npm run words`: phrases that plain technical English does without. Also what the hooks of git call.
import { readFileSync, writeFileSync } from 'node:fs';
import { messageFaults } from './lib/plain-english.mjs';

const usage = `npm run words -- [PATH]         lists the hits below a path, with what to write instead
npm run words -- --since REV    lists the hits in lines added since a commit
npm run words -- --lower        lowers the record to the hits there are`;

/** Prints lines and ends with 1 where there are any. */
const end = (lines, advice) => {
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
  const { allHits, countByFolder, hitLine, hitsInAdded, hitsInStaged, recordPath } =
    await import('./lib/phrase-hits.mjs');
  if (option === '--staged') {
    end(hitsInStaged(top).map(hitLine), ['The commit is refused: these lines are not plain English.']);
  } else if (option === '--since') {
    end(hitsInAdded(top, ['--merge-base', value]).map(hitLine), []);
  } else if (option === '--lower') {
    const sum = (counts) => Object.values(counts).reduce((total, count) => total + count, 0);
    const [found, recorded] = [countByFolder(allHits(top)), JSON.parse(readFileSync(recordPath, 'utf8'))];
    // A file that moves to another folder takes its hits along, so the total counts.
    if (sum(found) > sum(recorded)) {
      end([`${sum(found)} hits, recorded are ${sum(recorded)}: write the new ones in plain English.`], []);
    } else {
      writeFileSync(recordPath, `${JSON.stringify(found, undefined, 2)}\n`);
      process.stdout.write(`${sum(found)} hits, before ${sum(recorded)}\n`);
    }
  } else if (option.startsWith('-')) {
    end([usage], []);
  } else {
    const hits = allHits(top).filter(({ path }) => path.startsWith(option));
    process.stdout.write(`${[...hits.map(hitLine), `${hits.length} hits`].join('\n')}\n`);
  }
}
