// What other modules may use of this one.
export { houseTextFacts } from './house-texts/log-facts.ts';
export { openHouseTexts } from './house-texts/open.ts';
export { siteHandlers } from './house-texts/site.ts';
export { correctionFacts } from './log-facts.ts';
export { openOffice } from './open.ts';
export { Operators } from './operators.ts';
export { SoleOwner, readOwnerAlone } from './owner-alone.ts';
export { newPassword } from './secrets.ts';
export type { Office } from './service.ts';
export { settingFacts } from './settings/log-facts.ts';
export { openSettings } from './settings/open.ts';
