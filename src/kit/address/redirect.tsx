import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

/** Redirects, unless the person has left the page meanwhile. */
export function Redirect({ to }: { to: string }) {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    if (window.location.pathname === pathname) void navigate(to, { replace: true });
  }, [navigate, pathname, to]);
  return null;
}
