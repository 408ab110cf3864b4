import { config } from '#console/api/config.ts';
import type { BookStore } from './book.ts';
import { browserStore } from './browser-store.ts';
import { serviceStore } from './service-store.ts';

/** Whether our own service keeps them, for all people of the merchant; else each browser keeps its own. */
export const isKeptByService = (): boolean => config().monthEnd === 'offered';

const store = (): BookStore => (isKeptByService() ? serviceStore : browserStore);

export const keptBooks: BookStore['kept'] = (merchant) => store().kept(merchant);
export const keepBook: BookStore['keep'] = (...change) => store().keep(...change);
