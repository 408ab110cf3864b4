import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { useForbidden } from '#console/api/permission.ts';
import { useTenant } from '#console/api/tenant.ts';
import { leaveName, wantName } from '#console/session/client-names.ts';
import { Hidden } from '#kit/ui/hidden.tsx';

/** Whether the list of all clients, which has the names, is still to come. */
function useNamesAreComing(): boolean {
  const { merchant, product } = useTenant();
  const isForbidden = useForbidden('clientList') !== undefined;
  const queries = useQueryClient();
  const subscribe = useCallback((listener: () => void) => queries.getQueryCache().subscribe(listener), [queries]);
  const isComing = useSyncExternalStore(subscribe, () => {
    const list = queries.getQueryState(['clientList', merchant, product, {}]);
    return !list || (list.status === 'pending' && list.fetchStatus !== 'paused');
  });
  return isComing && !isForbidden;
}

const bar = {
  display: 'inline-block',
  width: '6em',
  height: 12,
  borderRadius: 4,
  background: 'var(--mui-palette-action-hover)',
} as const;

/**
 * The number of a client whose name is unknown, small next to a bar while the names load. Requests the name while rendered.
 * @param isNameOnly there is no place for the number next to the name
 */
export function Unnamed({ number, isNameOnly = false }: { number: string; isNameOnly?: boolean }) {
  const { merchant, product } = useTenant();
  const isComing = useNamesAreComing();
  useEffect(() => {
    wantName({ merchant, product }, number);
    return () => leaveName({ merchant, product }, number);
  }, [merchant, product, number]);
  return isComing ? (
    <>
      <span aria-hidden style={bar} /> {isNameOnly ? <Hidden>{number}</Hidden> : <small>{number}</small>}
    </>
  ) : (
    <>
      {number}
      {/* Where the number will stand. */}
      {!isNameOnly && <small />}
    </>
  );
}
