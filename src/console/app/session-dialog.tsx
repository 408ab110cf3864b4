import { lazy, Suspense, useEffect } from 'react';
import { useSession } from '#console/api/auth.ts';

const load = async () => ({ default: (await import('./panels/sign-in-again.tsx')).SignInAgain });
const SignInAgain = lazy(load);

/** Loads the sign-in dialog while the page is idle. */
export function SessionDialog() {
  const { ended } = useSession();
  useEffect(() => {
    const timer = setTimeout(() => void load().catch(() => {}), 1000);
    return () => clearTimeout(timer);
  }, []);
  return <Suspense>{ended && <SignInAgain />}</Suspense>;
}
