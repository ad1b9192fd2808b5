// What other modules may use of this one.
export { openApiFootball } from './api-football/open.ts';
export { FEED, surveyOf } from './api-football/survey.ts';
export { type CsvOptions, oddsCsvSnapshot, resultsCsvSnapshot } from './files/csv.ts';
export { formOf, forms } from './files/forms.ts';
export type { Note } from './import/apply.ts';
export { OWN_FEED } from './import/own.ts';
export { basisText, type Change, type Doubt, isForOne, type Plan } from './import/plan.ts';
export type { Import, ImportOutcome } from './import/service.ts';
export { tellSaid } from './live/said.ts';
export type { OpenQuestion } from './names/service.ts';
export { openFeed } from './open.ts';
export { createFeeds, type Feeds } from './service.ts';
export type { Feed, Snapshot } from './snapshot.ts';
