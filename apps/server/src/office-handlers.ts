import { officeCashierHandlers } from './office/cashier-routes.ts';
import { createCashierDesk } from './office/cashier-desk.ts';
import type { Feeds } from './feed/service.ts';
import { officeImportHandlers } from './office/import-routes.ts';
import { officeNameHandlers } from './office/name-routes.ts';
import { officeOfferHandlers } from './office/offer-routes.ts';
import { officePeopleHandlers, type PeopleRooms } from './office/people-routes.ts';
import { officePlayHandlers } from './office/play-routes.ts';
import { officeHandlers } from './office/routes.ts';
import type { Office } from './office/service.ts';
import { officeSettingHandlers } from './office/setting-routes.ts';
import { officeTradingHandlers, type TradingRooms } from './office/trading-routes.ts';
import { officeSignInHandlers } from './office/sign-in-routes.ts';
import type { OpenCashier } from './cashier/open.ts';
import type { Members } from './members/service.ts';
import type { Play } from './play/service.ts';
import { officeViewHandlers, type OfficeViews } from './office/views/routes.ts';
import type { Currency } from '@touchline/money/currency';
import type { Settings } from './settings/service.ts';
import type { Team } from './team/service.ts';
import type { Uploads } from './uploads/service.ts';

/** The rooms of which the office shows and moves something. */
export type OfficeRooms = {
  office: Office;
  members: Members;
  play: Play;
  cashier: OpenCashier;
  uploads: Uploads;
  currency: Currency;
  views: Omit<OfficeViews, 'office' | 'currency' | 'cashier'>;
  trading: TradingRooms;
  settings: Settings;
  feeds: Pick<Feeds, 'imports' | 'names'>;
  teamFlags: Team['flags']['of'];
} & Pick<PeopleRooms, 'records' | 'betDetails' | 'moneyPage' | 'turnoverLeft' | 'standing' | 'teamPlace'>;

/** The calls of the office, beside those of the community's rooms. */
export const officeRoomHandlers = ({
  office,
  members,
  play,
  cashier,
  uploads,
  currency,
  trading,
  settings,
  views,
  feeds,
  teamFlags,
  ...rest
}: OfficeRooms) => {
  const matches = officeTradingHandlers({ ...trading, office, currency });
  return {
    ...officeSignInHandlers({ office }),
    ...officeHandlers({ office, currency }),
    ...officePeopleHandlers({ ...rest, office, people: office.people, currency, play }),
    ...matches,
    ...officeImportHandlers({
      feeds,
      office,
      detail: matches.officeEventDetail,
    }),
    ...officeNameHandlers({ kept: trading.events.kept, names: feeds.names, office, currency }),
    ...officeOfferHandlers({ events: trading.events, office }),
    ...officeViewHandlers({ ...views, office, cashier, currency }),
    ...officeSettingHandlers({ settings, office }),
    ...officePlayHandlers({ play, members, audit: office.audit }),
    ...officeCashierHandlers({
      office,
      uploads,
      currency,
      play,
      teamFlags,
      desk: createCashierDesk({ cashier, audit: office.audit }),
    }),
  };
};
