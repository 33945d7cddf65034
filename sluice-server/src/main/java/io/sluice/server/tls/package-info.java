/** TLS towards clients: certificates from PEM files, taken anew when the files change. */
@NullMarked
package io.sluice.server.tls;

import org.jspecify.annotations.NullMarked;
