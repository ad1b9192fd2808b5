import { makeOriginal } from './migrated-folder.ts';

/** Once for a run, after its folder of temporary files is there. */
export default makeOriginal;
