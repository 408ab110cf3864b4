import { currentSubject } from '#console/api/auth.ts';
import { viewParams } from './report-address.ts';
import { isReportName, type ReportName } from './report-list.ts';

/** A report's address under a name. A range by name stays one: "last month" is next month's last month. */
export interface SavedView {
  report: ReportName;
  name: string;
  /** The query of the address. */
  query: string;
}

/** Each person has their own views in this browser. */
const storageKey = () => `views:${encodeURIComponent(currentSubject())}`;

const isView = (it: unknown): it is SavedView => {
  const { report, name, query } = (it ?? {}) as Partial<Record<keyof SavedView, unknown>>;
  return typeof report === 'string' && isReportName(report) && typeof name === 'string' && typeof query === 'string';
};

/** The views that are kept; a store that somebody else wrote to, or that cannot be read, has none. */
export function savedViews(): SavedView[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey()) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isView) : [];
  } catch {
    return [];
  }
}

const isSame = (one: SavedView, other: SavedView) => one.report === other.report && one.name === other.name;

/** Keeps a view, in place of the one of that name. @returns false where the browser keeps nothing */
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

/** Of a view's filters those that sort out kinds of records; the others look for a person or a contract. */
const isKind = (where: string): boolean =>
  where === 'all' ||
  /^\w+:(number|date):/.test(where) ||
  (/^\w+:(oneOf|noneOf):/.test(where) && /^\w*(Status|Type|Code|Result|FieldChanged|Category):/.test(where));

/**
 * The query as it is kept: a view outlives the session, so what looks for one client or contract, and the text that was
 * searched for, is left out.
 *
 * @param identifying fields of the query that name a client, a contract or a payment
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
