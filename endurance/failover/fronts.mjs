// Proxies in front of the product's processes, configured as docs/high-availability.md describes.
import { writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * @param {number[]} ports
 * @param {(port: number, index: number) => string} line
 */
const each = (ports, line) => ports.map(line).join('\n');

/**
 * @param {number} port
 * @param {number[]} ports
 */
const haproxy = (port, ports) => `
defaults
  mode http
  timeout connect 2s
  timeout client 70s
  timeout server 70s
frontend callers
  bind 127.0.0.1:${port}
  option forwardfor
  http-request deny deny_status 404 if { path /metrics }
  default_backend collections
backend collections
  option httpchk GET /readyz
  http-check expect status 200
  balance leastconn
${each(ports, (it, index) => `  server p${index} 127.0.0.1:${it} check inter 1s fall 1 rise 2`)}
`;

/**
 * @param {string} folder
 * @param {number} port
 * @param {number[]} ports
 */
const nginx = (folder, port, ports) => `
daemon off;
pid ${folder}/nginx.pid;
error_log ${folder}/nginx.log;
events {}
http {
  access_log off;
  client_body_temp_path ${folder}/nginx-body;
  proxy_temp_path ${folder}/nginx-proxy;
  fastcgi_temp_path ${folder}/nginx-fastcgi;
  uwsgi_temp_path ${folder}/nginx-uwsgi;
  scgi_temp_path ${folder}/nginx-scgi;
  upstream collections {
${each(ports, (it) => `    server 127.0.0.1:${it} max_fails=1 fail_timeout=2s;`)}
    keepalive 32;
  }
  server {
    listen 127.0.0.1:${port};
    client_max_body_size 17m;
    location = /metrics { return 404; }
    location / {
      proxy_pass http://collections;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $remote_addr;
      proxy_read_timeout 70s;
      proxy_buffering off;
    }
  }
}
`;

/**
 * The program with its arguments.
 * @typedef
 * {(folder: string, programs: import('./programs.mjs').Programs, port: number, ports: number[]) => [string, string[]]}
 * Front
 */

/**
 * @param {string} file
 * @param {string} text
 */
function writeConfiguration(file, text) {
  writeFileSync(file, text);
  return file;
}

export const fronts = {
  /** @type {Front} */
  haproxy: (folder, programs, port, ports) => [
    programs.haproxy,
    ['-db', '-f', writeConfiguration(path.join(folder, 'front.cfg'), haproxy(port, ports))],
  ],
  /** @type {Front} */
  nginx: (folder, programs, port, ports) => [
    programs.nginx ?? '',
    ['-p', folder, '-c', writeConfiguration(path.join(folder, 'nginx.conf'), nginx(folder, port, ports))],
  ],
};
