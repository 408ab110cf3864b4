import { currentSubject } from '#console/api/auth.ts';
import { localStore } from '#kit/base/storage.ts';

/** The address of a list or report under a name. Named ranges stay relative: "last month" moves with the month. */
export interface SavedView {
  /** The path below merchant and product, `/mandates`. */
  page: string;
  /** What the page calls itself, "Contracts: Mandates". */
  title: string;
  name: string;
  /** The query of the address. */
  query: string;
}

/** Each person's own views in this browser. */
const storageKey = () => `views:${encodeURIComponent(currentSubject())}`;

/** Views of reports were once stored with the report's name instead of a page. */
function viewIn(stored: unknown): SavedView | undefined {
  const { report, ...rest } = (stored ?? {}) as Partial<Record<keyof SavedView | 'report', unknown>>;
  const view = typeof report === 'string' ? { page: `/reports/${report}`, title: 'Reports', ...rest } : rest;
  const texts = [view.page, view.title, view.name, view.query];
  return texts.every((text) => typeof text === 'string') && /^\/[\w-]/.test(view.page as string)
    ? (view as SavedView)
    : undefined;
}

/** Without stored values that are no views. */
export function viewsIn(text: string | null): SavedView[] {
  try {
    const stored: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(stored) ? stored.flatMap((it) => viewIn(it) ?? []) : [];
  } catch {
    return [];
  }
}

export const savedViews = (): SavedView[] => viewsIn(localStore.getItem(storageKey()));

const isSameView = (one: SavedView, other: SavedView) => one.page === other.page && one.name === other.name;

/** Replaces the view of that name. @returns false if the browser has no storage */
export const saveView = (view: SavedView): boolean =>
  store([...savedViews().filter((it) => !isSameView(it, view)), view]);

export const forgetView = (view: SavedView): boolean => store(savedViews().filter((it) => !isSameView(it, view)));

/** A view that had the new name is replaced. @returns false if the browser has no storage */
export const renameView = (view: SavedView, name: string): boolean =>
  store(
    savedViews().flatMap((it) =>
      isSameView(it, view) ? { ...view, name } : isSameView(it, { ...view, name }) ? [] : it,
    ),
  );

const store = (views: SavedView[]): boolean => localStore.setItem(storageKey(), JSON.stringify(views));

/** Filters by kind may be kept; others search for a person or contract. */
const isKind = (where: string): boolean =>
  where === 'all' ||
  /^\w+:(number|date):/.test(where) ||
  (/^\w+:(oneOf|noneOf|means):/.test(where) && /^\w*(Status|Type|Code|Result|FieldChanged|Category):/.test(where));

/** Search texts, numbers of a client, contract or payment, and what an address does once. */
const isLeftOut = (param: string): boolean =>
  /^(q|find|contract|instalment|payment|select|edit)$|(Number|Sequence)$/.test(param);

/** The query to store: a view outlives the session, so what names a client or contract is removed. */
export function storedQuery(query: URLSearchParams): string {
  const after = new URLSearchParams();
  for (const [param, value] of query)
    if (!isLeftOut(param) && (param !== 'where' || isKind(value))) after.append(param, value);
  return after.toString();
}
