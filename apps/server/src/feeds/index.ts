// What other modules may use of this one.
export { openApiFootball } from './api-football/open.ts';
export { FEED, surveyOf } from './api-football/survey.ts';
export { type CsvOptions, oddsCsvSnapshot, resultsCsvSnapshot } from './files/csv.ts';
export { formOf, forms } from './files/forms.ts';
export type { ChangeNote } from './import/apply.ts';
export { OWN_FEED } from './import/own.ts';
export { basisText, type PlannedChange, type Doubt, isForOne, type ImportPlan } from './import/plan.ts';
export type { ImportOutcome, Imports } from './import/service.ts';
export { tellSaid } from './live/said.ts';
export type { OpenQuestion } from './names/service.ts';
export { openFeed } from './open.ts';
export { createFeeds, type Feeds } from './service.ts';
export type { Feed, Snapshot } from './snapshot.ts';
