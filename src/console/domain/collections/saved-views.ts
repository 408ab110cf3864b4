import { currentSubject } from '#console/api/auth.ts';
import { viewParams } from './report-address.ts';
import { isReportName, type ReportName } from './report-list.ts';

/** A report's address under a name. Named ranges stay relative: "last month" moves with the month. */
export interface SavedView {
  report: ReportName;
  name: string;
  query: string;
}

/** Each person's own views in this browser. */
const storageKey = () => `views:${encodeURIComponent(currentSubject())}`;

const isView = (it: unknown): it is SavedView => {
  const { report, name, query } = (it ?? {}) as Partial<Record<keyof SavedView, unknown>>;
  return typeof report === 'string' && isReportName(report) && typeof name === 'string' && typeof query === 'string';
};

/** Empty if the stored value is invalid. */
export function savedViews(): SavedView[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey()) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isView) : [];
  } catch {
    return [];
  }
}

const isSame = (one: SavedView, other: SavedView) => one.report === other.report && one.name === other.name;

/** Replaces the view of that name. @returns false if the browser has no storage */
export const saveView = (view: SavedView): boolean => store([...savedViews().filter((it) => !isSame(it, view)), view]);

export const forgetView = (view: SavedView): boolean => store(savedViews().filter((it) => !isSame(it, view)));

function store(views: SavedView[]): boolean {
  try {
    localStorage.setItem(storageKey(), JSON.stringify(views));
    return true;
  } catch {
    return false;
  }
}

/** Filters by kind may be kept; others search for a person or contract. */
const isKind = (where: string): boolean =>
  where === 'all' ||
  /^\w+:(number|date):/.test(where) ||
  (/^\w+:(oneOf|noneOf):/.test(where) && /^\w*(Status|Type|Code|Result|FieldChanged|Category):/.test(where));

/**
 * The query to store: a view outlives the session, so search texts and filters for one client or contract are removed.
 * @param identifying fields of the query that name a client, contract or payment
 */
export function kept(query: URLSearchParams, identifying: readonly string[]): string {
  const after = new URLSearchParams();
  for (const [fieldName, value] of query) {
    if (fieldName === viewParams[0] || identifying.includes(fieldName)) continue;
    if (fieldName === 'where' && !isKind(value)) continue;
    after.append(fieldName, value);
  }
  return after.toString();
}
