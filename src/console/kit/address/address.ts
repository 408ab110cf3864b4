import { useCallback } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';

/** Takes a copy of the query that it may change, and gives what it becomes. */
type Edit = (query: URLSearchParams) => URLSearchParams;

export type ChangeAddress = (edit: Edit, how?: { replace?: boolean }) => void;

/**
 * The address's query, and how to change it; Back undoes the change unless it replaces. A change starts from what stands in
 * the address bar, since what the page was last drawn from may be a change behind. Once somebody has gone to another page,
 * nothing is changed: that would bring them back.
 */
export function useAddress(): [URLSearchParams, ChangeAddress] {
  const { pathname } = useLocation();
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const change = useCallback<ChangeAddress>(
    (edit, how) => {
      if (window.location.pathname !== pathname) return;
      const after = edit(new URLSearchParams(window.location.search));
      void navigate(`?${after}`, how);
    },
    [navigate, pathname],
  );
  return [query, change];
}

/** Sets parameters of a query; those without a value are taken away. */
export function put(query: URLSearchParams, values: Readonly<Record<string, string | undefined>>): URLSearchParams {
  for (const [name, value] of Object.entries(values))
    if (value) query.set(name, value);
    else query.delete(name);
  return query;
}

/** One parameter of the address's query and how to set it; empty takes it away. */
export function useSearchParam(name: string): [string, (value: string) => void] {
  const [query, change] = useAddress();
  const set = useCallback((value: string) => change((now) => put(now, { [name]: value })), [change, name]);
  return [query.get(name) ?? '', set];
}
