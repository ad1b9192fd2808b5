import { configStore } from './config.ts';

/** Whether the site keeps matches, rules and all else that is not of one member from visitors. */
export const arePagesClosed = (): boolean => configStore.read().site?.publicPages === false;
