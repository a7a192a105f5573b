"""What lies on the table: geometry, markers, cards, mats and their drawings. Pure, no devices."""
