import { useEffect } from 'react';
import { useTenant } from '#console/api/tenant.ts';
import { leaveName, wantName } from '#console/session/client-names.ts';

/** The number of a client whose name is unknown. Requests the name while rendered. */
export function Unnamed({ number }: { number: string }) {
  const { merchant, product } = useTenant();
  useEffect(() => {
    wantName({ merchant, product }, number);
    return () => leaveName({ merchant, product }, number);
  }, [merchant, product, number]);
  return number;
}
