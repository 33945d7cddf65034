/** What the documents show is tried out here. */
package io.sluice.docs;
