import { lazy, Suspense, useEffect } from 'react';
import { useSession } from '#console/api/auth.ts';

const load = async () => ({ default: (await import('./panels/sign-in-again.tsx')).SignInAgain });
const SignInAgain = lazy(load);

/** Asks for the sign-in once the session has ended. Its code comes while nothing else is going on, before it is needed. */
export function SessionDialog() {
  const { ended } = useSession();
  useEffect(() => {
    const timer = setTimeout(() => void load().catch(() => {}), 1000);
    return () => clearTimeout(timer);
  }, []);
  return <Suspense>{ended && <SignInAgain />}</Suspense>;
}
