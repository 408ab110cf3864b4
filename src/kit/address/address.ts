import { useCallback } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';

/** Receives a copy of the query; returns the new one. */
type Edit = (query: URLSearchParams) => URLSearchParams;

type ChangeAddress = (edit: Edit, how?: { replace?: boolean }) => void;

/**
 * The query and how to change it; Back undoes the change unless it replaces. A change starts from the address bar,
 * because the last render may be older. Ignored once the person has left the page.
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

/** Sets parameters; empty values are removed. */
export function put(query: URLSearchParams, values: Readonly<Record<string, string | undefined>>): URLSearchParams {
  for (const [name, value] of Object.entries(values))
    if (value) query.set(name, value);
    else query.delete(name);
  return query;
}

/** A parameter and its setter; empty removes it. */
export function useSearchParam(name: string): [string, (value: string) => void] {
  const [query, change] = useAddress();
  const set = useCallback((value: string) => change((now) => put(now, { [name]: value })), [change, name]);
  return [query.get(name) ?? '', set];
}
