import { useEffect } from 'react';
import { useTenant } from '#console/api/tenant.ts';
import { leaveName, wantName } from '#console/session/client-names.ts';

/** A client's number in a row that is in sight, until the name is known: it is wanted as long as the row is drawn. */
export function Unnamed({ number }: { number: string }) {
  const { merchant, product } = useTenant();
  useEffect(() => {
    wantName({ merchant, product }, number);
    return () => leaveName({ merchant, product }, number);
  }, [merchant, product, number]);
  return number;
}
